//! Python that plays no match: scripts of users, games for two, the tests of a folder.

pub mod folder_tests;
pub mod script;
pub mod table;
