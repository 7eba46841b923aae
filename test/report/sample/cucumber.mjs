// Runs the sample features, and reports them to the folder REPORT_FOLDER as the driver REPORT_DRIVER.
const driver = process.env['REPORT_DRIVER'];

export default {
  import: ['steps.ts'],
  format: ['progress'],
  plugin: ['../../../features/report/plugin.ts'],
  pluginOptions: {
    report: { name: driver, title: `Driver ${driver}`, folder: process.env['REPORT_FOLDER'], root: '.' },
  },
};
