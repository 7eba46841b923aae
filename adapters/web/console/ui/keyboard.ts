// Where the keyboard goes when what it was on has gone away.

/** Long enough for whoever takes it of its own accord, as what opened a dialog does. */
const patienceMs = 100;

const above = (element: Element): readonly Element[] =>
  element.parentElement === null ? [] : [element.parentElement, ...above(element.parentElement)];

/** What is marked to take the keyboard over, in the nearest place that is still there; else the heading of the view. */
const landing = (places: readonly Element[]): HTMLElement | null =>
  places
    .filter(({ isConnected }) => isConnected)
    .map((place) => place.querySelector<HTMLElement>(':scope > [data-landing]'))
    .find((found) => found !== null) ?? document.querySelector('h1');

/** Sees to it that the keyboard is never lost, until the returned function is called. */
export const keepKeyboard = (): (() => void) => {
  let last: readonly Element[] = [];
  const note = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? [target, ...above(target)] : [];
  };
  const rescue = (places: readonly Element[]): void => {
    if (document.activeElement === document.body) landing(places)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (last[0]?.isConnected !== false) return;
    setTimeout(rescue, patienceMs, last);
    last = [];
  });
  document.addEventListener('focusin', note);
  observer.observe(document, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
};
