// Profiles that run the acceptance features, each through another driver.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The code is compiled once for all processes: those that run scenarios, and the programs that these start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

const features = {
  import: ['features/support/{phrases,world,hooks}.ts', 'features/steps/*.ts'],
  format: ['progress'],
  plugin: ['./features/report/plugin.ts'],
  strict: true,
};

/** Keeps the results of a driver, and writes reports/features.html. */
const reportAs = (name, title, part) => ({ pluginOptions: { report: { name, title, part } } });

/** Parts of a run at the same time keep results of their own. */
const part = process.env['PART'];

// Two processes at a time. Each scenario has a studio of its own.
export default {
  ...features,
  ...reportAs('in-process', 'In process'),
  parallel: 2,
  worldParameters: { driver: 'in-process' },
};

/** The CasparCG driver plays the outputs on the simulator's CasparCG servers. */
export const amcp = {
  ...features,
  ...reportAs('amcp', 'CasparCG protocol'),
  parallel: 2,
  tags: 'not @simulated-playout and not @process',
  worldParameters: { driver: 'in-process', playout: 'amcp' },
};

/** Whether the devices of the protocol are sent only what changes them. */
const holdsValues = process.env['WIRE'] === 'gpio';

/** The drivers of connections reach the devices that the protocol `WIRE` serves, on the simulator's equipment. */
export const wire = {
  ...features,
  ...reportAs(`wire-${process.env['WIRE'] ?? ''}`, `Protocol ${process.env['WIRE'] ?? ''}`),
  tags: `not @simulated-playout and not @process and not @prompt and not @graphics${holdsValues ? ' and not @sent-again' : ''}`,
  worldParameters: { driver: 'in-process', playout: 'wire' },
};

/** A real CasparCG server plays the outputs, at CASPARCG_HOST. Faults can't be injected into it. */
export const casparcg = {
  ...features,
  ...(process.env['CASPARCG_REHEARSED'] === undefined
    ? reportAs('casparcg', 'CasparCG server')
    : reportAs('casparcg-rehearsed', 'CasparCG suite, simulated server')),
  tags: 'not @simulator and not @simulated-playout',
  worldParameters: { driver: 'in-process', playout: 'casparcg' },
};

/** A real OBS Studio plays the outputs. Faults can't be injected into it. */
export const obs = {
  ...features,
  ...reportAs('obs', 'OBS Studio'),
  tags: 'not @simulator and not @simulated-playout',
  worldParameters: { driver: 'in-process', playout: 'obs' },
};

/** Callers and service run in network namespaces. */
export const namespaces = {
  ...features,
  ...reportAs('namespaces', 'Network namespaces', part),
  tags: 'not @backup-player and not @broker and not @receiver',
  worldParameters: { driver: 'namespaces' },
};

const inContainers = (image) => ({
  ...features,
  ...reportAs('containers', 'Containers', `${image}-${part}`),
  format: ['progress', `message:reports/features-${image}-image-${part}.ndjson`],
  worldParameters: { driver: `${image} image` },
  forceExit: true,
});

export const production = inContainers('production');
export const development = inContainers('development');

/** A service at any address that has the demo studio; see docs/conformance.md. Its scenarios share it, one after the other. */
export const conformance = {
  ...features,
  format: ['html:reports/conformance.html'],
  // The report of the project doesn't contain the results of other services.
  plugin: [],
  tags: 'not @process and not @own-console and not @fresh and not @backup-player and not @broker and not @receiver',
  // Steps of the clock over a network are coarser than the latencies of devices, which are random.
  retry: 1,
  retryTagFilter: '@simulator',
  worldParameters: { driver: 'conformance' },
};
