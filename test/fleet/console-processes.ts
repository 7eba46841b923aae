// The console processes of a fleet.
import { join } from 'node:path';
import { nodeFlags } from '../bench/speed/service.js';
import type { CertificateFiles } from '../application/console/authority.js';
import { startProgram, type RunningProgram } from '../consoles/program.js';
import { manyDescriptors } from './many-descriptors.js';

/** What all consoles share. */
export interface ConsoleProcessOptions {
  readonly ports: readonly number[];
  readonly databaseUrl: string;
  readonly password: string;
  /** A folder for their data, each in one of its own. */
  readonly folder: string;
  /** The certificate with which they use TLS; null without TLS. */
  readonly certificate: CertificateFiles | null;
  /** Within how many seconds the streams of a console end when it stops; undefined for the default. */
  readonly drainSeconds: number | undefined;
}

/** The processes, by the numbers of the consoles. */
export interface ConsoleProcesses {
  readonly running: ReadonlyMap<number, RunningProgram>;
  readonly start: (console: number) => Promise<void>;
}

/** Creates the processes; none is started yet. */
export const consoleProcesses = ({
  ports,
  databaseUrl,
  password,
  folder,
  certificate,
  drainSeconds,
}: ConsoleProcessOptions): ConsoleProcesses => {
  const running = new Map<number, RunningProgram>();
  const encryption =
    certificate === null
      ? { CONSOLE_INSECURE: '1' }
      : { CONSOLE_TLS_CERT: certificate.cert, CONSOLE_TLS_KEY: certificate.key };
  return {
    running,
    start: async (console) => {
      const settings = {
        // Services have addresses of their own on loopback.
        CONSOLE_HOST: '0.0.0.0',
        CONSOLE_PORT: String(ports[console]),
        DATABASE_URL: databaseUrl,
        CONSOLE_ADMIN_PASSWORD: password,
        DATA_DIR: join(folder, String(console)),
        LOG_LEVEL: 'warn',
        ...encryption,
        ...(drainSeconds !== undefined && { CONSOLE_DRAIN_SECONDS: String(drainSeconds) }),
      };
      const machine = { address: '127.0.0.1', inside: manyDescriptors };
      running.set(console, await startProgram(machine, 'console', settings, nodeFlags));
    },
  };
};
