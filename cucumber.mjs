// How the acceptance features are run; the profile says through which driver.
const features = {
  import: ['features/support/{phrases,world,hooks}.ts', 'features/steps/*.ts'],
  format: ['progress', 'html:reports/features.html'],
  strict: true,
};

// Two processes at a time: each scenario has a studio of its own.
export default { ...features, parallel: 2, worldParameters: { driver: 'in-process' } };

/** The outputs are played by the CasparCG driver, over the wire of the simulator. */
export const amcp = {
  ...features,
  format: ['progress', 'html:reports/features-amcp.html'],
  parallel: 2,
  tags: 'not @simulated-playout and not @process',
  worldParameters: { driver: 'in-process', playout: 'amcp' },
};

/** The outputs are played by a real CasparCG server, which CASPARCG_HOST names; nobody can tell it to be faulty. */
export const casparcg = {
  ...features,
  format: ['progress', 'html:reports/features-casparcg.html'],
  tags: 'not @simulator and not @simulated-playout',
  worldParameters: { driver: 'in-process', playout: 'casparcg' },
};

export const namespaces = {
  ...features,
  format: ['progress', 'html:reports/features-namespaces.html'],
  worldParameters: { driver: 'namespaces' },
};

const inContainers = (image) => ({
  ...features,
  format: ['progress', `html:reports/features-${image}-image.html`, `message:reports/features-${image}-image.ndjson`],
  worldParameters: { driver: `${image} image` },
  forceExit: true,
});

export const production = inContainers('production');
export const development = inContainers('development');
