/** Solves `A x = b` for a symmetric, positive definite A (row after row) by Cholesky's method; A is not changed. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const lower = Float64Array.from(matrix);
  const at = (row: number, column: number): number => lower[row * size + column] ?? 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let value = at(row, column);
      for (let k = 0; k < column; k++) value -= at(row, k) * at(column, k);
      // Penalties keep the diagonal above zero; rounding may not.
      lower[row * size + column] = row === column ? Math.sqrt(Math.max(value, 1e-12)) : value / at(column, column);
    }
  }
  const result = Float64Array.from(right);
  for (let row = 0; row < size; row++) {
    let value = result[row] ?? 0;
    for (let k = 0; k < row; k++) value -= at(row, k) * (result[k] ?? 0);
    result[row] = value / at(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    let value = result[row] ?? 0;
    for (let k = row + 1; k < size; k++) value -= at(k, row) * (result[k] ?? 0);
    result[row] = value / at(row, row);
  }
  return result;
}
