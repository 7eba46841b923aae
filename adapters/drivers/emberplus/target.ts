// What a line reads and sets: an element that the provider reported, understood as on or off.
import type { Buffer } from 'node:buffer';
import type { GlowElement } from './elements.js';

/** What a report means for a line. */
export interface Reading {
  /** Undefined if the report has no value. Null if the device is neither on nor off. */
  readonly value?: boolean | null | undefined;
  /** Why the provider refuses to change it, if the report contains that. */
  readonly refusal?: string | undefined;
}

/** The element of a line, as the driver uses it. */
export interface LineTarget {
  readonly isWritable: boolean;
  readonly read: (report: GlowElement) => Reading;
  readonly command: (on: boolean) => Buffer;
}
