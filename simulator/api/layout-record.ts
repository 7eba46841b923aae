// What a page needs to know of a studio's layout: the names that URLs of panels contain.
import * as t from 'io-ts';
import { described, listOf } from '../../domain/codec/codec.js';
import { Clip, clipRecord } from '../../domain/studio/clip.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { panelsOf } from '../../domain/studio/panel.js';

const named = { id: t.string, name: t.string };

/** The parts of a layout that the stream shows. */
export const LayoutRecord = t.readonly(
  t.type({
    stations: listOf(t.readonly(t.type(named))),
    outputs: listOf(
      t.readonly(
        t.type({
          ...named,
          slot: t.string,
          graphics: described(listOf(t.string), { description: 'The ids of the scenes that have a graphic' }),
        }),
      ),
    ),
    banks: listOf(t.readonly(t.type({ key: t.string, name: t.string, clips: listOf(Clip) }))),
    signals: listOf(t.readonly(t.type({ ...named, identifier: t.string }))),
    cameras: listOf(t.readonly(t.type({ ...named, angles: listOf(t.readonly(t.type(named))) }))),
    panels: described(listOf(t.readonly(t.type(named))), {
      description: 'The panels of the studio file, or the one that is made from the studio',
    }),
  }),
  'SimulatedLayout',
);
export type LayoutRecord = t.TypeOf<typeof LayoutRecord>;

/** Returns the record of a layout. */
export const layoutRecord = (layout: StudioLayout): LayoutRecord => ({
  stations: layout.stations.map(({ id, name }) => ({ id, name })),
  outputs: layout.outputs.map(({ id, name, slot, graphics = [] }) => ({
    id,
    name,
    slot,
    graphics: graphics.map(({ scene }) => scene),
  })),
  banks: layout.banks.map(({ key, name, clips }) => ({ key, name, clips: clips.map(clipRecord) })),
  signals: layout.signals.map(({ id, name, identifier }) => ({ id, name, identifier })),
  cameras: layout.cameras.map(({ id, name, angles }) => ({
    id,
    name,
    angles: angles.map((angle) => ({ id: angle.id, name: angle.name })),
  })),
  panels: panelsOf(layout).map(({ id, name }) => ({ id, name })),
});
