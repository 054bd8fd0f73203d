//! Tells the linker of this package's tests where the library of the embedded Python lies; `engine/build.rs` finds it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = std::env::var_os("DEP_WAG_PYTHON_FOLDER") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
}
