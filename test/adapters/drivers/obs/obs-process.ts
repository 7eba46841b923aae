// Runs Debian's OBS Studio without a screen, with films, and with scenes that the program shows.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/loopback.js';
import { missingTool } from '../../../support/missing-tool.js';
import { film } from './film.js';
import { obsClient, type ObsClient } from './obs-client.js';

/** Returns why there is no OBS, or undefined if there is one. Throws in CI instead, where no test may be skipped. */
export const missingObs = (): string | undefined =>
  missingTool(
    ['obs', 'xvfb-run', 'dbus-run-session'].every((command) => spawnSync('which', [command]).status === 0),
    'OBS Studio is not installed (Debian packages obs-studio, obs-plugins, xvfb, xauth, libgl1-mesa-dri and dbus-x11)',
  );

/** The password of its obs-websocket. */
export const password = 'right-password';

/** What an OBS contains. */
export interface ObsContent {
  /** The lengths of the films in its media folder by file name, in seconds. */
  readonly films: Readonly<Record<string, number>>;
  /** The media inputs of each scene. */
  readonly scenes: Readonly<Record<string, readonly string[]>>;
}

/** An OBS that can be killed, stopped and started again on its port. */
export interface ObsProcess {
  readonly port: number;
  readonly mediaFolder: string;
  /** A client of the OBS that runs. */
  readonly client: ObsClient;
  /** Starts it. Its scenes are made anew. */
  readonly start: () => Promise<void>;
  /** Sends a signal to OBS and what it was started with. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const writeMedia = (folder: string, films: ObsContent['films']): void => {
  mkdirSync(folder);
  for (const [name, seconds] of Object.entries(films))
    writeFileSync(join(folder, name), film(seconds, name.startsWith('sparse') ? 75 : 1));
  writeFileSync(join(folder, 'broken.avi'), Buffer.alloc(5_000, 'no film'));
};

/** The size of the pictures. Without a graphics card, OBS draws each in software: large ones take most of a core. */
const size = { baseWidth: 320, baseHeight: 180, outputWidth: 320, outputHeight: 180 } as const;

/** The program shows a scene that contains the others, so that all of them are on air. */
const makeScenes = async (client: ObsClient, scenes: ObsContent['scenes']): Promise<void> => {
  const { currentProgramSceneName: program } = (await client.request('GetCurrentProgramScene')) as {
    readonly currentProgramSceneName: string;
  };
  for (const [sceneName, inputs] of Object.entries(scenes)) {
    await client.request('CreateScene', { sceneName });
    await client.request('CreateSceneItem', { sceneName: program, sourceName: sceneName });
    for (const inputName of inputs)
      await client.request('CreateInput', { sceneName, inputName, inputKind: 'ffmpeg_source', inputSettings: {} });
  }
};

/** Prepares an OBS, and starts it. */
export const obsProcess = async ({ films, scenes }: ObsContent): Promise<ObsProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-obs-'));
  const port = await freePort();
  const mediaFolder = join(folder, 'media');
  writeMedia(mediaFolder, films);
  let child: ChildProcess | undefined;
  let client: ObsClient;

  const start = async (): Promise<void> => {
    const config = join(folder, `config-${String(performance.now())}`);
    mkdirSync(join(config, 'obs-studio'), { recursive: true });
    writeFileSync(
      join(config, 'obs-studio', 'global.ini'),
      '[General]\nFirstRun=true\n[OBSWebSocket]\nFirstLoad=false\nServerEnabled=true\nAlertsEnabled=false\n',
    );
    const words = ['--minimize-to-tray', '--disable-shutdown-check', '--disable-updater', '--multi'];
    const socket = ['--websocket_port', String(port), '--websocket_password', password];
    // In a process group of its own, because a screen and a message bus are started with it.
    child = spawn('dbus-run-session', ['--', 'xvfb-run', '-a', 'obs', ...words, ...socket], {
      stdio: 'ignore',
      detached: true,
      env: {
        ...process.env,
        ...{ HOME: folder, XDG_CONFIG_HOME: config, XDG_RUNTIME_DIR: folder },
        ...{ LIBGL_ALWAYS_SOFTWARE: '1', QT_QPA_PLATFORM: 'xcb' },
      },
    });
    client = await obsClient(port, password);
    await client.request('SetVideoSettings', size);
    await makeScenes(client, scenes);
  };

  const kill = async (): Promise<void> => {
    client.close();
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  };

  await start();
  return {
    port,
    mediaFolder,
    get client() {
      return client;
    },
    start,
    signal: (name) => {
      if (child?.pid !== undefined) process.kill(-child.pid, name);
    },
    kill,
    stop: async () => {
      await kill();
      await eventually('the folder is gone', async () => {
        await rm(folder, { recursive: true, force: true });
        return true;
      });
    },
  };
};
