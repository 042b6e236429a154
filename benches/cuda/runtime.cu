// The cases of `src/case.rs` in CUDA C++, for a machine that has nvcc:
//     nvcc -O3 -arch=native -o runtime runtime.cu && ./runtime [ROUNDS]
// Every time is the median of the rounds. Host memory is pageable, as in the other contestants, unless a row says otherwise.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                              \
    do {                                                                                         \
        cudaError_t error = (call);                                                              \
        if (error != cudaSuccess) {                                                              \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                       \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

static const int STATE = 256;
static const uint32_t DEPENDENT = 1000;
static const size_t MOVED_BYTES = size_t(256) << 20;

__global__ void step(uint32_t *state, uint32_t plus) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < STATE) state[i] = state[i] * 3 + plus;
}

__global__ void wide(const uint32_t *a, const uint32_t *b, uint32_t *out, size_t len) {
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < len) out[i] = (a[i] ^ b[i]) + 1;
}

static double now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

template <class F> static double median(int rounds, F once) {
    once();
    once();
    std::vector<double> times;
    for (int round = 0; round < rounds; round++) {
        double start = now();
        once();
        times.push_back(now() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? std::max(1, atoi(argv[1])) : 51;
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    printf("%s, CUDA, %d rounds\n\n| case | median |\n|---|---|\n", device.name, rounds);

    uint32_t *state;
    CHECK(cudaMalloc(&state, STATE * 4));
    std::vector<uint32_t> start(STATE), back(STATE);
    for (int i = 0; i < STATE; i++) start[i] = i;
    CHECK(cudaMemcpy(state, start.data(), STATE * 4, cudaMemcpyHostToDevice));
    for (uint32_t i = 0; i < DEPENDENT; i++) step<<<STATE / 64, 64>>>(state, i);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(back.data(), state, STATE * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < STATE; i++) {
        uint32_t expected = start[i];
        for (uint32_t plus = 0; plus < DEPENDENT; plus++) expected = expected * 3 + plus;
        if (expected != back[i]) { fprintf(stderr, "wrong state\n"); return 1; }
    }

    double launches = median(rounds, [&] {
        for (uint32_t i = 0; i < DEPENDENT; i++) step<<<STATE / 64, 64>>>(state, i);
        CHECK(cudaDeviceSynchronize());
    });
    printf("| 1,000 dependent launches, then a wait: time of one | %.2f us |\n", launches / DEPENDENT * 1e6);

    double read = median(rounds * 21, [&] {
        step<<<STATE / 64, 64>>>(state, 1);
        CHECK(cudaMemcpy(back.data(), state, STATE * 4, cudaMemcpyDeviceToHost));
    });
    printf("| a launch and a read of 1 KiB | %.2f us |\n", read * 1e6);

    uint32_t *moved, *pinned;
    CHECK(cudaMalloc(&moved, MOVED_BYTES));
    CHECK(cudaMallocHost(&pinned, MOVED_BYTES));
    std::vector<uint32_t> data(MOVED_BYTES / 4);
    for (size_t i = 0; i < data.size(); i++) data[i] = uint32_t(i) * 0x9e3779b9u;
    double up = median(rounds, [&] { CHECK(cudaMemcpy(moved, data.data(), MOVED_BYTES, cudaMemcpyHostToDevice)); });
    std::fill(data.begin(), data.end(), 1);
    double down = median(rounds, [&] { CHECK(cudaMemcpy(data.data(), moved, MOVED_BYTES, cudaMemcpyDeviceToHost)); });
    for (size_t i = 0; i < data.size(); i++)
        if (data[i] != uint32_t(i) * 0x9e3779b9u) { fprintf(stderr, "wrong data\n"); return 1; }
    double up_pinned = median(rounds, [&] { CHECK(cudaMemcpy(moved, pinned, MOVED_BYTES, cudaMemcpyHostToDevice)); });
    double down_pinned = median(rounds, [&] { CHECK(cudaMemcpy(pinned, moved, MOVED_BYTES, cudaMemcpyDeviceToHost)); });
    printf("| 256 MiB to the device, second time | %.2f GB/s |\n", MOVED_BYTES / up / 1e9);
    printf("| 256 MiB back, second time | %.2f GB/s |\n", MOVED_BYTES / down / 1e9);
    printf("| 256 MiB to the device, page-locked | %.2f GB/s |\n", MOVED_BYTES / up_pinned / 1e9);
    printf("| 256 MiB back, page-locked | %.2f GB/s |\n", MOVED_BYTES / down_pinned / 1e9);

    size_t len = size_t(1) << 28;
    uint32_t *a, *b, *out;
    CHECK(cudaMalloc(&a, len * 4));
    CHECK(cudaMalloc(&b, len * 4));
    CHECK(cudaMalloc(&out, len * 4));
    CHECK(cudaMemset(a, 1, len * 4));
    CHECK(cudaMemset(b, 2, len * 4));
    double pass = median(rounds, [&] {
        for (int i = 0; i < 10; i++) wide<<<unsigned((len + 255) / 256), 256>>>(a, b, out, len);
        CHECK(cudaDeviceSynchronize());
    });
    uint32_t last;
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&last, out + len - 1, 4, cudaMemcpyDeviceToHost));
    if (last != (0x01010101u ^ 0x02020202u) + 1) { fprintf(stderr, "wrong result\n"); return 1; }
    printf("| out = (a ^ b) + 1 | %.2f GB/s |\n", len * 12.0 * 10 / pass / 1e9);
    return 0;
}
