//! Protects the pipes to the engine from an AI that knows their descriptor numbers.

use super::Channel;
use instructions::{answer, if_above, if_at_least, if_equal, load};

/// Builds a filter that lets only this program's own code read, write and copy the two pipes. This is possible because
/// the kernel tells the filter the address of the calling instruction.
///
/// The C library's `read` and `write`, which `os`, `ctypes` and every package use, are at other addresses.
pub fn guard_pipes(channel: Channel) -> seccompiler::BpfProgram {
    let mut program = Vec::new();
    program.push(load(NUMBER));
    let calls = guarded_calls();
    let count = calls.len() as u8;
    for (at, call) in (0u8..).zip(&calls) {
        // Jump to the check of the descriptor; after the last call, to the end.
        program.push(if_equal(*call as u32, count - at, 0));
    }
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    // Check the first argument, and the second one of the calls that replace another descriptor with a copy.
    program.push(load(FIRST_ARGUMENT));
    program.push(if_equal(channel.requests as u32, 9, 0));
    program.push(if_equal(channel.answers as u32, 8, 0));
    program.push(load(NUMBER));
    program.push(if_equal(libc::SYS_dup3 as u32, 2, 0));
    program.push(if_equal(OLD_DUP as u32, 1, 0));
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    program.push(load(SECOND_ARGUMENT));
    program.push(if_equal(channel.requests as u32, 2, 0));
    program.push(if_equal(channel.answers as u32, 1, 0));
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    let (begin, end) = own_code();
    let parts = |address: u64| ((address >> 32) as u32, address as u32);
    let ((begin_high, begin_low), (end_high, end_low)) = (parts(begin), parts(end));
    program.extend([
        load(PLACE_HIGH),
        if_above(begin_high, 3, 0),
        if_equal(begin_high, 0, 8),
        load(PLACE_LOW),
        if_at_least(begin_low, 0, 6),
        load(PLACE_HIGH),
        if_above(end_high, 4, 0),
        if_equal(end_high, 0, 2),
        load(PLACE_LOW),
        if_at_least(end_low, 1, 0),
        answer(libc::SECCOMP_RET_ALLOW),
        answer(libc::SECCOMP_RET_ERRNO | libc::EPERM as u32),
    ]);
    program
}

/// Returns the allowed calls that move bytes through a pipe or create another descriptor for it.
fn guarded_calls() -> Vec<i64> {
    vec![
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_dup,
        libc::SYS_dup3,
        libc::SYS_fcntl,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_dup2,
    ]
}

/// Returns the addresses at which this program's code begins and ends.
fn own_code() -> (u64, u64) {
    unsafe extern "C" {
        static __executable_start: u8;
        static etext: u8;
    }
    (&raw const __executable_start as u64, &raw const etext as u64)
}

// Offsets in the kernel's `seccomp_data`, on machines that store the low half first.
const NUMBER: u32 = 0;
const PLACE_LOW: u32 = 8;
const PLACE_HIGH: u32 = 12;
const FIRST_ARGUMENT: u32 = 16;
const SECOND_ARGUMENT: u32 = 24;

/// The older call that copies a descriptor to a given number. It does not exist on all architectures.
#[cfg(target_arch = "x86_64")]
const OLD_DUP: i64 = libc::SYS_dup2;
#[cfg(not(target_arch = "x86_64"))]
const OLD_DUP: i64 = libc::SYS_dup3;

/// The instructions of the kernel's filter language that are used here. A jump gives the number of instructions to
/// skip.
mod instructions {
    use seccompiler::sock_filter;

    pub fn load(offset: u32) -> sock_filter {
        sock_filter { code: (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16, jt: 0, jf: 0, k: offset }
    }

    pub fn answer(value: u32) -> sock_filter {
        sock_filter { code: (libc::BPF_RET | libc::BPF_K) as u16, jt: 0, jf: 0, k: value }
    }

    pub fn if_equal(value: u32, then: u8, otherwise: u8) -> sock_filter {
        jump(libc::BPF_JEQ, value, then, otherwise)
    }

    pub fn if_above(value: u32, then: u8, otherwise: u8) -> sock_filter {
        jump(libc::BPF_JGT, value, then, otherwise)
    }

    pub fn if_at_least(value: u32, then: u8, otherwise: u8) -> sock_filter {
        jump(libc::BPF_JGE, value, then, otherwise)
    }

    fn jump(kind: u32, value: u32, then: u8, otherwise: u8) -> sock_filter {
        sock_filter { code: (libc::BPF_JMP | kind | libc::BPF_K) as u16, jt: then, jf: otherwise, k: value }
    }
}
