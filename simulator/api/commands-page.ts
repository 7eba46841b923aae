// Pages of the command log, newest first.
import type { LoggedCommand } from '../command-log.js';

/** Which commands a page has. */
export interface CommandsQuery {
  readonly device: string | undefined;
  /** Only commands with a smaller number; undefined for the newest. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** A page. `next` is `before` of the next page; null on the last. */
export interface CommandsPage {
  readonly commands: readonly LoggedCommand[];
  readonly next: number | null;
}

/** Returns a page of commands, given oldest first. */
export const commandsPage = (
  all: readonly LoggedCommand[],
  { device, before = Infinity, limit }: CommandsQuery,
): CommandsPage => {
  const found = all.filter((one) => one.number < before && (device === undefined || one.device === device));
  const commands = found.slice(-limit).toReversed();
  return { commands, next: found.length > limit ? (commands.at(-1)?.number ?? null) : null };
};
