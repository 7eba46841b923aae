// What a virtual panel consists of: groups of buttons, one for each record of the studio.
import type { Features, ShownStudio } from './shown-studio.js';

/** A button. `path` begins with `/api/v2/plain`. */
export interface PanelButton {
  readonly label: string;
  readonly path: string;
  readonly isLit?: boolean;
}

/** The buttons of one record of the studio. */
export interface PanelGroup {
  readonly key: string;
  readonly title: string;
  /** What the panel shows of the record. */
  readonly feedback: string;
  readonly feature: keyof Features;
  readonly buttons: readonly PanelButton[];
}

/** Returns the path of a route of the plain API. */
export const pathOf = (...segments: readonly string[]): string =>
  ['/api/v2/plain', ...segments.map(encodeURIComponent)].join('/');

/** Returns the state that a device last reported: the one that panels see. */
export const reportedBy = ({ devices }: ShownStudio, id: string): unknown =>
  devices.find((device) => device.id === id)?.reported;
