fn half(x: u32) -> u32 {
    x / 2.0
}
