// The Dockerfile and the compose file: what each image sets, and what the containers on one host may do.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = resolve(import.meta.dirname, '../../../infra/containers');
const read = (file: string): string => readFileSync(resolve(folder, file), 'utf8');

/** The instructions of a stage, without those that it inherits. */
interface Stage {
  readonly base: string;
  readonly instructions: readonly (readonly [name: string, value: string])[];
}

const instructionIn = (line: string): readonly (readonly [string, string])[] => {
  const [, name, value = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, value]];
};

/** Returns the stages by their names. Instructions may go on in further lines. */
const stagesIn = (text: string): ReadonlyMap<string, Stage> => {
  const joined = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  const all = joined.split(/^FROM /m).slice(1);
  return new Map(
    all.map((one) => {
      const [first = '', ...lines] = one.split('\n');
      const [base = '', name = ''] = first.split(' AS ');
      return [name, { base, instructions: lines.flatMap(instructionIn) }];
    }),
  );
};

const stages = stagesIn(read('Dockerfile'));

/** Returns all instructions of an image, the inherited ones first. */
const instructionsOf = (image: string): Stage['instructions'] => {
  const stage = stages.get(image);
  return stage === undefined ? [] : [...instructionsOf(stage.base), ...stage.instructions];
};

const lastOf = (image: string, name: string): string | undefined =>
  instructionsOf(image).findLast(([one]) => one === name)?.[1];

const environmentOf = (image: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    instructionsOf(image)
      .filter(([name]) => name === 'ENV')
      .flatMap(([, value]) => value.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
  );

const common = { PATH: '/usr/local/bin', NODE_ENV: 'production', DATA_DIR: '/data', MALLOC_ARENA_MAX: '1' };

const images = [
  { image: 'service', command: 'service', health: 'service', environment: { DEVICES: 'real' } },
  { image: 'console', command: 'console', health: 'console', environment: { CONSOLE_HOST: '::' } },
  { image: 'development', command: 'all', health: 'service', environment: {} },
  { image: 'demo', command: 'demo', health: 'demo', environment: { SIMULATOR_HOST: '::', SERVICE_NAMES: 'studio' } },
];

describe.each(images)('the image $image', ({ image, command, health, environment }) => {
  it('starts its part, and asks that part whether it is healthy', () => {
    expect(JSON.parse(lastOf(image, 'CMD') ?? '')).toEqual([command]);
    const check = lastOf(image, 'HEALTHCHECK') ?? '';
    expect(JSON.parse(/CMD (.*)$/.exec(check)?.[1] ?? '')).toEqual(['node', 'dist/infra/health.js', health]);
    expect(environmentOf(image)).toEqual({ ...common, ...environment });
  });

  it('runs as an unprivileged user, whose data folder is a volume', () => {
    expect(lastOf(image, 'USER')).toBe('65532:65532');
    expect(lastOf(image, 'VOLUME')).toBe('/data');
    expect(instructionsOf(image)).toContainEqual(['COPY', '--chown=65532:65532 data /data']);
    expect(lastOf(image, 'STOPSIGNAL')).toBe('SIGTERM');
  });

  it('has the simulated studio only if it is for development', () => {
    const copied = instructionsOf(image).filter(([name, value]) => name === 'COPY' && value.startsWith('development'));
    expect(copied.length > 0).toBe(image === 'development' || image === 'demo');
  });
});

interface ComposedService {
  readonly restart: string;
  readonly ports?: readonly string[];
  readonly network_mode?: string;
  readonly volumes: readonly string[];
  readonly [other: string]: unknown;
}

const composed = (
  parse(read('compose.yaml'), { merge: true }) as { readonly services: Readonly<Record<string, ComposedService>> }
).services;

describe('the compose file', () => {
  it('publishes the console on loopback only, and no other port', () => {
    expect(Object.entries(composed).map(([name, { ports = [] }]) => [name, ports])).toEqual([
      ['database', []],
      ['console', ['127.0.0.1:3010:3010']],
      ['service', []],
    ]);
  });

  it('gives the service the network of the host, as access depends on the address of a caller', () => {
    expect(composed['service']?.network_mode).toBe('host');
  });

  it('starts all again after each end, and keeps their data in volumes', () => {
    for (const { restart, volumes } of Object.values(composed)) {
      expect(restart).toBe('unless-stopped');
      expect(volumes).toHaveLength(1);
    }
  });

  it.each(['console', 'service'])('permits the %s to write to its volume only, and no privileges', (name) => {
    expect(composed[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: [`${name}:/data`],
    });
  });

  it('requires the passwords, which have no defaults', () => {
    const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(required).toEqual(['DATABASE_PASSWORD', 'CONSOLE_ADMIN_PASSWORD']);
  });
});
