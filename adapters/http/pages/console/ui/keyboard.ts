// Where the keyboard is after something has gone away.

/** Once the page shows what is left: the keyboard goes to the heading where what it was on is no more. */
export const keepKeyboard = (): void => {
  // The first frame still has what is going, the second has put the keyboard back where it can.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
    }),
  );
};
