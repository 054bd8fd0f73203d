//! tiny
