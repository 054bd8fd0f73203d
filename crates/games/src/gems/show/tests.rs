//! Tests of the data that pages get.

mod golden;
