/** `1 item`, `2 items`. */
export const label = (count) => `${count} ${count === 1 ? "item" : "items"}`;
