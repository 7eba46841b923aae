// The part that records a session: a service on a simulated studio, whose calls and steering go to a file.
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { SystemClock } from '../../../adapters/node/clock.js';
import { configurationFile } from '../../../adapters/storage/configuration-file.js';
import type { Log } from '../../../application/ports/log.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { manualEpochMs } from '../../../simulator/clock.js';
import { aliases } from '../../../simulator/session/aliases.js';
import { consoleConnection } from '../../service/console-link.js';
import { logFor } from '../../machine/log.js';
import type { Part } from '../../command-line/parts.js';
import type { Settings } from '../../settings/settings.js';
import { StartupError } from '../../machine/startup-errors.js';
import { version } from '../../machine/version.js';
import { freshSeed, layoutOf } from '../studio.js';
import { followConsole } from './followed-console.js';
import { beginningOf, knownSecrets, recordedLayout } from './beginning.js';
import { openSession } from './host.js';
import { withRedactedNames } from './redacted-names.js';

/** How often the clock of the studio runs the timers that are due, in milliseconds. */
const tickMs = 5;

/** Refuses settings that a replay couldn't repeat. */
const refuseOthers = (settings: Settings): void => {
  const refused = ['TRUSTED_PROXIES', 'TLS_CERT'] as const;
  const given = refused.find((name) => settings[name] !== undefined);
  if (given !== undefined)
    throw new StartupError(`${given}: expected nothing; a recorded service has no proxy and no TLS`);
};

/** The recorder follows the console. The service has none, so that its connection decides no answer. */
const withoutConsole = (settings: Settings): Settings => ({
  ...settings,
  CONSOLE_URL: undefined,
  STUDIO_KEY: undefined,
  STUDIO_KEY_FILE: undefined,
});

/** Opens the file of a recording. Rejects with a `StartupError` if it exists, or can't be written. */
const openFile = async (path: string | undefined): Promise<WriteStream> => {
  if (path === undefined)
    throw new StartupError('RECORDING: expected the file of the recording, such as session.jsonl');
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await once(file, 'open');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new StartupError(`RECORDING: ${path} ${code === 'EEXIST' ? 'exists' : `can't be written (${code})`}`);
  }
  return file;
};

/** Returns the function that writes a line. */
const writerTo = (file: WriteStream, log: Log): ((line: object) => void) => {
  file.on('error', ({ message }) => {
    log.error('the recording can not be written', { reason: message });
  });
  return (line) => {
    file.write(`${JSON.stringify(line)}\n`);
  };
};

/** Closes the file of a recording that did not start, and removes it. */
const discard = async (file: WriteStream): Promise<void> => {
  if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve).destroy());
  await rm(file.path, { force: true });
};

const storedConfiguration = (settings: Settings, studioId: string) =>
  configurationFile({ folder: join(settings.DATA_DIR, 'service'), studioId, log: logFor(settings) }).load();

/**
 * Starts a service on a simulated studio, and records its session. It begins with an empty studio and with the access
 * configuration in `DATA_DIR`, which stays as it is. Changes at the console that `CONSOLE_URL` names are recorded.
 */
export const record = async (settings: Settings): Promise<Part> => {
  refuseOthers(settings);
  const own = await layoutOf(settings);
  const console = consoleConnection(settings, logFor(settings), own.id);
  const layout = recordedLayout(own);
  const stored = await storedConfiguration(settings, own.id);
  const configuration = { ...withRedactedNames(stored, own), studioId: layout.id };
  const real = new SystemClock();
  const { SIMULATOR_SEED: seed = freshSeed(), SIMULATOR_CLOCK, RECORDING } = settings;
  const paused = SIMULATOR_CLOCK === 'manual';
  const start = {
    settings: withoutConsole(settings),
    layout,
    configuration,
    seed,
    paused,
    startMs: paused ? manualEpochMs : real.now(),
  };
  const file = await openFile(RECORDING);
  const write = writerTo(file, logFor(settings));
  write(beginningOf({ ...start, program: version }));
  const session = { ...start, real, aliases: aliases(knownSecrets(configuration)), write };
  const host = await openSession(session).catch(async (error: unknown) => {
    await discard(file);
    throw error;
  });
  const onChange = (changed: AccessConfiguration): void => void host.configure(withRedactedNames(changed, own));
  const unfollow = console && followConsole(console, { first: stored, onChange });
  const ticker = setInterval(() => void host.session.keepUp(), tickMs);
  return {
    lines: [
      `service    http://localhost:${String(host.port())}/api/v2`,
      `simulator  ${host.simulatorUrl}`,
      `           recording to ${RECORDING ?? ''} until this program is stopped`,
    ],
    stop: async () => {
      await unfollow?.();
      clearInterval(ticker);
      await host.stop();
      await new Promise((resolve) => file.end(resolve));
    },
  };
};
