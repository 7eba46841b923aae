// Runs the CasparCG server that Debian bookworm packages (2.3.2, section contrib) with some files, without a screen.
// It knows no OSC SUBSCRIBE, and can't decode films with the FFmpeg of Debian.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { eventually } from '../../../support/eventually.js';
import { freePort, isListening } from '../../../support/loopback.js';
import { missingTool } from '../../../support/missing-tool.js';

/** Returns why there is no server, or undefined if there is one. Throws in CI instead, where no test may be skipped. */
export const missingDebianCasparcg = (): string | undefined =>
  missingTool(
    ['casparcg', 'xvfb-run'].every((command) => spawnSync('which', [command]).status === 0),
    'CasparCG is not installed (Debian packages casparcg-server, from contrib, and xvfb)',
  );

/** A running server. */
export interface DebianCasparcg {
  readonly port: number;
  /** The port to which it sends OSC. */
  readonly oscPort: number;
  readonly stop: () => Promise<void>;
}

const configurationOf = (port: number, oscPort: number): string => `<?xml version="1.0" encoding="utf-8"?>
<configuration>
  <paths>
    <media-path>media/</media-path><log-path>log/</log-path>
    <data-path>data/</data-path><template-path>template/</template-path>
  </paths>
  <channels><channel><video-mode>576p2500</video-mode><consumers></consumers></channel></channels>
  <controllers><tcp><port>${String(port)}</port><protocol>AMCP</protocol></tcp></controllers>
  <osc><default-port>${String(oscPort)}</default-port></osc>
</configuration>
`;

const chunk = (name: string, data: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
};

/** Returns a red picture. */
const png = (): Buffer => {
  const size = 16;
  const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 2, 0, 0, 0]);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * size, Buffer.from([255, 0, 0]))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
};

/** Returns ten seconds of silence. */
const wav = (): Buffer => {
  const data = Buffer.alloc(10 * 48_000 * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(96_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
};

/** Names of stills as people give them: with signs, typographic ones too, and with decomposed letters. */
export const oddNames = ['MOVITS! ft. x [720p] @a #1', 'It’s – ok', 'Mu\u0308ller é'] as const;

/** The files of the media folder. The server opens `sound.wav`, but can't decode it. */
const files: Readonly<Record<string, Buffer>> = {
  'still.png': png(),
  'other.png': png(),
  ...Object.fromEntries(oddNames.map((name) => [`${name}.png`, png()])),
  'sound.wav': wav(),
  'corrupt.mp4': Buffer.alloc(5_000, 'not a film'),
  'empty-file.mp4': Buffer.alloc(0),
};

const writeFolder = (folder: string, configuration: string): void => {
  for (const name of ['media', 'log', 'data', 'template']) mkdirSync(join(folder, name));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'media', name), content);
  writeFileSync(join(folder, 'casparcg.config'), configuration);
};

/** Starts a server with one channel. Resolves once it listens. */
export const startDebianCasparcg = async (): Promise<DebianCasparcg> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-casparcg-'));
  const [port, oscPort] = [await freePort(), await freePort()];
  writeFolder(folder, configurationOf(port, oscPort));
  // In a process group of its own, because xvfb-run starts a screen and the server.
  const child = spawn('xvfb-run', ['-a', 'casparcg'], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  await once(child, 'spawn');
  await eventually('the server listens', () => isListening(port));
  return {
    port,
    oscPort,
    stop: async () => {
      const ended = once(child, 'exit');
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
