//! What pages get to see of a game.

mod golden;
