/** @returns an event handler that runs an action instead of the browser's own */
export const prevented =
  (action: () => unknown) =>
  (event: Event): void => {
    event.preventDefault();
    void action();
  };
