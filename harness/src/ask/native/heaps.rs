//! How the allocator of this process keeps what is freed.
#![cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "the numbers of the allocator are set by a foreign function")
)]

/// Keeps the memory of this process near to what it uses. glibc has a heap for each thread, and keeps blocks as large as one that
/// was freed before; small ones that outlive them come to lie between. A run of many decoders took half more.
pub fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    for (option, value) in [
        // Blocks of so many bytes and more are pages of their own, which the system has back once they are freed.
        (nix::libc::M_MMAP_THRESHOLD, 1 << 19),
        // At the end of a heap as much stays for what comes next: to give it back and take it again costs more than the rest.
        (nix::libc::M_TRIM_THRESHOLD, 1 << 20),
        // All threads share two heaps. Answers come at a pace at which they do not get into each other's way.
        (nix::libc::M_ARENA_MAX, 2),
    ] {
        // SAFETY: it sets a number of the allocator, under its lock. If that fails, all is as before.
        unsafe { nix::libc::mallopt(option, value) };
    }
}
