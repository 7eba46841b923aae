// Profiles that run the acceptance features, each through another driver.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The code is compiled once for all processes: those that run scenarios, and the programs that these start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

const features = {
  import: ['features/support/{phrases,world,hooks}.ts', 'features/steps/*.ts'],
  format: ['progress', 'html:reports/features.html'],
  strict: true,
};

/** Parts of a run at the same time have reports of their own. */
const part = process.env['PART'] === undefined ? '' : `-${process.env['PART']}`;

// Two processes at a time. Each scenario has a studio of its own.
export default { ...features, parallel: 2, worldParameters: { driver: 'in-process' } };

/** The CasparCG driver plays the outputs on the simulator's CasparCG servers. */
export const amcp = {
  ...features,
  format: ['progress', 'html:reports/features-amcp.html'],
  parallel: 2,
  tags: 'not @simulated-playout and not @process',
  worldParameters: { driver: 'in-process', playout: 'amcp' },
};

/** The drivers of connections reach the devices that the protocol `WIRE` serves, on the simulator's equipment. */
export const wire = {
  ...features,
  format: ['progress', `html:reports/features-wire-${process.env['WIRE'] ?? ''}.html`],
  tags: 'not @simulated-playout and not @process and not @prompt and not @graphics',
  worldParameters: { driver: 'in-process', playout: 'wire' },
};

/** A real CasparCG server plays the outputs, at CASPARCG_HOST. Faults can't be injected into it. */
export const casparcg = {
  ...features,
  format: ['progress', 'html:reports/features-casparcg.html'],
  tags: 'not @simulator and not @simulated-playout',
  worldParameters: { driver: 'in-process', playout: 'casparcg' },
};

/** A real OBS Studio plays the outputs. Faults can't be injected into it. */
export const obs = {
  ...features,
  format: ['progress', 'html:reports/features-obs.html'],
  tags: 'not @simulator and not @simulated-playout',
  worldParameters: { driver: 'in-process', playout: 'obs' },
};

/** Callers and service run in network namespaces. */
export const namespaces = {
  ...features,
  format: ['progress', `html:reports/features-namespaces${part}.html`],
  worldParameters: { driver: 'namespaces' },
};

const inContainers = (image) => ({
  ...features,
  format: [
    'progress',
    `html:reports/features-${image}-image${part}.html`,
    `message:reports/features-${image}-image${part}.ndjson`,
  ],
  worldParameters: { driver: `${image} image` },
  forceExit: true,
});

export const production = inContainers('production');
export const development = inContainers('development');
