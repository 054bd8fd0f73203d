//! Python that plays no match: scripts of users, and the tests of a folder.

pub mod folder_tests;
pub mod script;
