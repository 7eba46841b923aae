// How the acceptance features are run; the profile says through which driver.
const features = {
  import: ['features/support/{phrases,world,hooks}.ts', 'features/steps/*.ts'],
  format: ['progress', 'html:reports/features.html'],
  strict: true,
};

export default { ...features, worldParameters: { driver: 'in-process' } };

export const namespaces = {
  ...features,
  format: ['progress', 'html:reports/features-namespaces.html'],
  worldParameters: { driver: 'namespaces' },
};
