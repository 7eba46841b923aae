// The machine of the console: it restarts the console, which breaks all connections to it.
import type { Server } from 'node:http';
import type { Link } from '../machine/network.js';
import { startConsole, type ConsoleMachine } from './console-process.js';

/** The machine of the console. */
export interface ConsoleHost {
  readonly server: () => Server;
  readonly studioKey: string;
  /** Names the ways on which others reach the console. */
  readonly reachedBy: (...links: readonly Link[]) => void;
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

/** Creates the machine, and starts the console. */
export const consoleHost = async (
  machine: ConsoleMachine,
  studio: { readonly id: string; readonly name: string },
): Promise<ConsoleHost> => {
  let console = await startConsole(machine, studio);
  let links: readonly Link[] = [];
  const breakConnections = (): void => {
    for (const link of links) link.breakConnections();
  };
  return {
    server: () => console.server,
    studioKey: console.studioKey,
    reachedBy: (...reaching) => {
      links = reaching;
    },
    restart: () => {
      console = console.restart();
      breakConnections();
    },
    close: async () => {
      breakConnections();
      await console.close();
    },
  };
};
