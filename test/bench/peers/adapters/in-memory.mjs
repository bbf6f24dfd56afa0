/** Questions answered by a walk over documents that lie in memory, for peers that have no better way. */
export const byName = (a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id < b.id ? -1 : 1);

export function walks(docs) {
  return {
    search: (text) =>
      docs()
        .filter((doc) => doc.text.includes(text))
        .toSorted(byName)
        .slice(0, 100),
    page: (from) =>
      docs()
        .toSorted(byName)
        .slice(from, from + 100),
    filter: (key, value, family) => {
      const found = docs().filter(
        (doc) => doc.family === family && doc.keyvalues.some(([k, v]) => k === key && v === value),
      );
      return { count: found.length, rows: found.toSorted(byName).slice(0, 100) };
    },
  };
}
