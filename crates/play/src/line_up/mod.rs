//! From the user's words to players, options and limits. No type of a game occurs here.

pub mod choose;
pub mod description;
pub mod files;
pub mod folder;
pub mod game_info;
pub mod limits;
pub mod new_files;
pub mod objects;
pub mod own_module;
pub mod parsed_spec;
pub mod player_names;
pub mod player_spec;
pub mod players;
pub mod resolve;
mod similar_file;
