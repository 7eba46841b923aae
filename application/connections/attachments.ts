// What a studio layout attaches to each connection.
import type { Attachment } from '../../domain/studio/connection.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { isAttached } from '../../domain/studio/player.js';
import { clipSelections } from '../commands/layout-players.js';
import type { AttachedPlayer, Attachments } from './connection-driver.js';

/** Attachments whose settings only the driver knows. */
export type RawAttachments = Attachments<unknown, unknown, unknown>;

/** Returns the fields that the driver of the connection knows. */
export const driverSettings = ({ connection: _, ...settings }: Attachment): Readonly<Record<string, unknown>> =>
  settings;

const attachedOnes = <R extends { readonly id: string }>(
  records: readonly R[],
  connection: string,
  attachmentOf: (record: R) => Attachment | undefined,
): readonly (readonly [R, unknown])[] =>
  records.flatMap((record) => {
    const attachment = attachmentOf(record);
    return attachment?.connection === connection ? [[record, driverSettings(attachment)] as const] : [];
  });

/** Returns the attachment of an output's player; undefined if the player has an address of its own. */
export const attachedPlayer = ({ player }: StudioLayout['outputs'][number]): Attachment | undefined =>
  player !== undefined && isAttached(player) ? player : undefined;

const byId = (all: readonly (readonly [{ readonly id: string }, unknown])[]): ReadonlyMap<string, unknown> =>
  new Map(all.map(([{ id }, settings]) => [id, settings]));

const playersIn = ({ outputs }: StudioLayout, connection: string): ReadonlyMap<string, AttachedPlayer<unknown>> =>
  new Map(
    attachedOnes(outputs, connection, attachedPlayer).map(([output, settings]) => [output.id, { output, settings }]),
  );

/** Returns what a layout attaches to a connection. */
export const attachmentsTo = (layout: StudioLayout, connection: string): RawAttachments => ({
  lines: byId(attachedOnes(layout.signals, connection, ({ line }) => line)),
  heads: byId(attachedOnes(layout.cameras, connection, ({ head }) => head)),
  players: playersIn(layout, connection),
  selections: clipSelections(layout.banks),
});
