// Moves the focus when the focused element is removed.

/** Gives other code time to move the focus first, such as a closing dialog. */
const delayMs = 100;

const ancestors = (element: Element): readonly Element[] =>
  element.parentElement === null ? [] : [element.parentElement, ...ancestors(element.parentElement)];

/** Returns the marked fallback in the nearest ancestor that still exists, else the heading of the view. */
const fallback = (path: readonly Element[]): HTMLElement | null =>
  path
    .filter(({ isConnected }) => isConnected)
    .map((element) => element.querySelector<HTMLElement>(':scope > [data-focus-fallback]'))
    .find((found) => found !== null) ?? document.querySelector('h1');

/** Keeps the focus within the page until the returned function is called. */
export const keepFocus = (): (() => void) => {
  let focusPath: readonly Element[] = [];
  const remember = ({ target }: FocusEvent): void => {
    focusPath = target instanceof Element ? [target, ...ancestors(target)] : [];
  };
  const restore = (path: readonly Element[]): void => {
    if (document.activeElement !== document.body) return;
    const target = fallback(path);
    target?.focus({ preventScroll: true });
    // While a view is loading, there is nothing to focus: the next change of the page tries again.
    if (target === null && focusPath.length === 0) focusPath = path;
  };
  const observer = new MutationObserver(() => {
    if (focusPath[0]?.isConnected !== false) return;
    setTimeout(restore, delayMs, focusPath);
    focusPath = [];
  });
  document.addEventListener('focusin', remember);
  observer.observe(document, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
};
