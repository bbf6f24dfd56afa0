/** What the core says of a view that finds so many files, its rows to be fetched. */
export const aView = (viewId: number, count: number) => ({ viewId, count, isCounted: true, rows: [] });
