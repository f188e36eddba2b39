// SPDX-License-Identifier: Apache-2.0
void runPlugin();
int main() {
    runPlugin();
}
