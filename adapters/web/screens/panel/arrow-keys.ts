// Arrow keys move from key to key, as they lie on the screen.

type Point = readonly [x: number, y: number];

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const centreOf = (element: Element): Point => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** Returns how far a point lies in a direction, and beside it; undefined if it doesn't lie there. */
const distance = ([dx, dy]: Point, [x, y]: Point): number | undefined => {
  const [along, beside] = [dx * x + dy * y, Math.abs(dy * x) + Math.abs(dx * y)];
  return along > 1 ? along + 3 * beside : undefined;
};

/** Returns the key that an arrow key leads to from the one that has the focus; undefined if there is none. */
export const nextFocus = (grid: Element | null, pressed: string): HTMLElement | undefined => {
  const direction = directions[pressed];
  const from = document.activeElement;
  if (grid === null || direction === undefined || from === null || !grid.contains(from)) return undefined;
  const [x, y] = centreOf(from);
  const others = [...grid.querySelectorAll<HTMLElement>('button.key:not(:disabled)')].flatMap((key) => {
    const [toX, toY] = centreOf(key);
    const far = distance(direction, [toX - x, toY - y]);
    return far === undefined ? [] : [{ key, far }];
  });
  return others.toSorted((one, other) => one.far - other.far)[0]?.key;
};
