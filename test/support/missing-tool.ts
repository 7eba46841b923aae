// What tests do on a machine that lacks a tool that they run.

/**
 * Returns why tests are skipped, or undefined if the tool is present. Prints the reason. Throws it in CI, where no test
 * may be skipped.
 */
export const missingTool = (isPresent: boolean, reason: string): string | undefined => {
  if (isPresent) return undefined;
  if (process.env['CI'] === 'true') throw new Error(reason);
  console.warn(`SKIPPED: ${reason}`);
  return reason;
};
