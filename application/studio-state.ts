// What the service itself knows of the studio's present: on air or not, who holds it, which bank is active.
import { indexLayout, type StudioLayout } from '../domain/studio/layout.js';
import type { StudioState } from './ports.js';

/** The state of a studio as its layout has it at first. */
export const studioState = (layout: StudioLayout): StudioState => ({
  layout,
  records: indexLayout(layout),
  status: () => layout.status,
  holder: () => layout.holder,
  activeBank: () => layout.activeBank,
});
