// The 64-bit kernels of `tests/benches/kernels/main.rs` in CUDA C++:
//     nvcc -O3 -arch=native -o longs longs.cu && ./longs
// Prints the median of 20 launches of each in milliseconds, by events.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

__host__ __device__ uint32_t mix(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

__global__ void collatz(const uint32_t* a, uint32_t* out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    uint64_t n = a[i] | 1ull << 32;
    uint32_t steps = 0;
    for (int k = 0; k < 500; ++k) {
        if (n == 1) break;
        n = n & 1 ? n * 3 + 1 : n >> 1;
        ++steps;
    }
    out[i] = steps;
}

__global__ void fmix64(const uint64_t* a, uint64_t* out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    uint64_t k = a[i];
    for (int r = 0; r < 16; ++r) {
        k ^= k >> 33;
        k *= 0xff51afd7ed558ccdull;
        k ^= k >> 33;
        k *= 0xc4ceb9fe1a85ec53ull;
        k ^= k >> 33;
    }
    out[i] = k;
}

// The square of each number modulo 2^61 - 1, 16 times, by division.
__global__ void mulmod(const uint64_t* a, uint64_t* out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    uint64_t x = a[i];
    for (int r = 0; r < 16; ++r) x = (x >> 32) * (x & 0xffffffffull) % 0x1fffffffffffffffull + x % 1000003ull;
    out[i] = x;
}

__global__ void random32(uint32_t* out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    out[i] = mix((uint32_t)i + 1);
}

__global__ void random64(uint64_t* out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    out[i] = i * 0x9e3779b97f4a7c15ull;
}

template <typename F> void report(const char* name, F launch) {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    std::vector<float> times;
    auto once = [&] {
        cudaEventRecord(start);
        launch();
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float ms;
        cudaEventElapsedTime(&ms, start, stop);
        return ms;
    };
    // An idle GPU takes a while to reach its clock.
    for (float warm = 0; warm < 500;) warm += once();
    for (int round = 0; round < 20; ++round) times.push_back(once());
    std::sort(times.begin(), times.end());
    printf("{\"impl\":\"cuda\",\"bench\":\"%s\",\"ms\":%.6f,\"ms_min\":%.6f}\n", name, times[10], times[0]);
}

int main() {
    size_t n = 1 << 26;
    uint32_t *a, *steps;
    uint64_t *x, *out;
    cudaMalloc(&a, n * 4);
    cudaMalloc(&steps, n * 4);
    cudaMalloc(&x, n * 8);
    cudaMalloc(&out, n * 8);
    random32<<<n / 256, 256>>>(a);
    random64<<<n / 256, 256>>>(x);
    report("collatz_u64", [&] { collatz<<<n / 256, 256>>>(a, steps); });
    report("fmix64_x16", [&] { fmix64<<<n / 256, 256>>>(x, out); });
    report("mulmod_x16", [&] { mulmod<<<n / 256, 256>>>(x, out); });
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
