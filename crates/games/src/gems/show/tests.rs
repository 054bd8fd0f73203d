//! Tests of the data that the pages receive.

mod golden;
