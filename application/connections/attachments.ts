// What a studio layout attaches to each connection.
import type { Attachment } from '../../domain/studio/connection.js';
import type { BankDefinition } from '../../domain/studio/clip.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { playerDefinitions } from '../../domain/studio/output.js';
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

const byId = (all: readonly (readonly [{ readonly id: string }, unknown])[]): ReadonlyMap<string, unknown> =>
  new Map(all.map(([{ id }, settings]) => [id, settings]));

const playersIn = ({ outputs }: StudioLayout, connection: string): ReadonlyMap<string, AttachedPlayer<unknown>> =>
  new Map(
    attachedOnes(playerDefinitions(outputs), connection, ({ player }) => player).map(([output, settings]) => [
      output.id,
      { output, settings },
    ]),
  );

/** A file of several clips counts as the first of them. */
const activeBankFirst = ({ banks, activeBank }: StudioLayout): readonly BankDefinition[] =>
  banks.toSorted((a, b) => Number(b.key === activeBank) - Number(a.key === activeBank));

/** Returns what a layout attaches to a connection. */
export const attachmentsTo = (layout: StudioLayout, connection: string): RawAttachments => ({
  lines: byId(attachedOnes(layout.signals, connection, ({ line }) => line)),
  heads: byId(attachedOnes(layout.cameras, connection, ({ head }) => head)),
  players: playersIn(layout, connection),
  selections: clipSelections(activeBankFirst(layout)),
});
