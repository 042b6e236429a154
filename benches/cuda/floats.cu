// The kernels of `tests/benches/kernels/floats.rs` in CUDA C++, as strict as vyre and with the default flags:
//     nvcc -O3 -arch=native -fmad=false -prec-div=true -prec-sqrt=true -ftz=false -o strict floats.cu && ./strict strict
//     nvcc -O3 -arch=native -o fast floats.cu && ./fast default
// Prints the median of 20 launches of each in milliseconds, by events.
#include <algorithm>
#include <cstdio>
#include <cstdint>
#include <vector>

__host__ __device__ uint32_t mix(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

__global__ void numbers(float* out, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) out[i] = __uint_as_float(mix((uint32_t)i + 1) >> 9 | 0x3f800000u);
}

__global__ void saxpy(const float4* x, const float4* y, float4* out, float a, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = x[i], q = y[i];
        out[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    }
}

__global__ void divisions(const float* x, float* out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float a = x[i], q = 1.5f;
    for (int k = 0; k < 64; ++k) q = a / (q + 1.0f);
    out[i] = q;
}

__global__ void roots(const float* x, float* out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float a = x[i], r = 1.5f;
    for (int k = 0; k < 64; ++k) r = sqrtf(r + a);
    out[i] = r;
}

__global__ void accelerations(const float4* bodies, float4* out) {
    __shared__ float4 tile[256];
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 me = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (unsigned t = 0; t < gridDim.x; ++t) {
        tile[threadIdx.x] = bodies[t * 256 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; ++k) {
            float4 other = tile[k];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float d2 = dx * dx + dy * dy + dz * dz + 1e-4f;
            float s = other.w / (d2 * sqrtf(d2));
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        __syncthreads();
    }
    out[i] = make_float4(ax, ay, az, 0);
}

__global__ void product(const float* a, const float* b, float* c, unsigned n) {
    __shared__ float left[256], right[256];
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (unsigned t = 0; t < n / 16; ++t) {
        left[y * 16 + x] = a[row * n + t * 16 + x];
        right[y * 16 + x] = b[(t * 16 + y) * n + column];
        __syncthreads();
        for (unsigned k = 0; k < 16; ++k) sum += left[y * 16 + k] * right[k * 16 + x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

template <typename F> void report(const char* flags, const char* name, F launch) {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    std::vector<float> times;
    // An idle GPU takes a while to reach its clock.
    for (float warm = 0; warm < 500;) {
        cudaEventRecord(start);
        launch();
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float ms;
        cudaEventElapsedTime(&ms, start, stop);
        warm += ms;
        times.push_back(ms);
    }
    times.clear();
    for (int round = 0; round < 20; ++round) {
        cudaEventRecord(start);
        launch();
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float ms;
        cudaEventElapsedTime(&ms, start, stop);
        times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    printf("{\"impl\":\"cuda %s\",\"bench\":\"%s\",\"ms\":%.6f,\"ms_min\":%.6f}\n", flags, name, times[10], times[0]);
}

int main(int, char** args) {
    const char* flags = args[1];
    size_t n = 1 << 26, m = 1 << 24, bodies = 1 << 15, side = 1024;
    float *x, *y, *out;
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    cudaMalloc(&out, n * 4);
    numbers<<<n / 256, 256>>>(x, n);
    numbers<<<n / 256, 256>>>(y, n);
    report(flags, "saxpy", [&] { saxpy<<<n / 1024, 256>>>((float4*)x, (float4*)y, (float4*)out, 0.3f, n / 4); });
    report(flags, "divisions_x64", [&] { divisions<<<m / 256, 256>>>(x, out); });
    report(flags, "roots_x64", [&] { roots<<<m / 256, 256>>>(x, out); });
    report(flags, "nbody", [&] { accelerations<<<bodies / 256, 256>>>((float4*)x, (float4*)out); });
    dim3 grid(side / 16, side / 16), block(16, 16);
    report(flags, "product_f32_tile16", [&] { product<<<grid, block>>>(x, y, out, side); });
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
