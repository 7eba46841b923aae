// The picture of a tally: a lamp on a dark ground. Its shape differs as well as its colour.
import { createHash } from 'node:crypto';
import type { Tally } from '../../../domain/studio/tally.js';
import { png, type Rgb } from './png.js';

interface Lamp {
  readonly colour: Rgb;
  /** Radius of the dark middle, as a part of the width. */
  readonly hole: number;
}

const ground: Rgb = [13, 16, 22];
const radius = 0.46;

/** On air: a full red disc. About to be: a green ring. Neither: a dark disc. Unknown: a thin grey circle. */
const lamps: Readonly<Record<Tally | 'unknown', Lamp>> = {
  program: { colour: [226, 38, 46], hole: 0 },
  preview: { colour: [52, 178, 98], hole: 0.2 },
  off: { colour: [47, 55, 67], hole: 0 },
  unknown: { colour: [150, 160, 175], hole: 0.4 },
};

/** How much of a pixel lies inside an edge that is so many pixels away. */
const inside = (pixels: number): number => Math.min(1, Math.max(0, pixels + 0.5));

const draw = ({ colour, hole }: Lamp, size: number): Buffer =>
  png(size, (x, y) => {
    const distance = Math.hypot(x - size / 2, y - size / 2);
    const light = inside(radius * size - distance) * (hole === 0 ? 1 : inside(distance - hole * size));
    return ground.map((dark, part) => dark + ((colour[part] ?? dark) - dark) * light) as unknown as Rgb;
  });

/** A picture, and the tag that changes with it. */
interface Picture {
  readonly content: Buffer;
  readonly tag: string;
}

/** The most pictures that are kept: each takes some kilobytes. */
const mostKept = 64;

const kept = new Map<string, Picture>();

/** Returns the picture of a tally; null for one that is unknown. */
export const tallyPicture = (tally: Tally | null, size: number): Picture => {
  const name = `${String(tally)} ${String(size)}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const content = draw(lamps[tally ?? 'unknown'], size);
  const picture = { content, tag: `"${createHash('sha256').update(content).digest('hex').slice(0, 20)}"` };
  if (kept.size >= mostKept) kept.clear();
  kept.set(name, picture);
  return picture;
};
