// Runs the features of the outputs on Debian's OBS Studio. Arguments are further options or files of features.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { obsContent } from '../../../../features/support/obs/engine.js';
import { missingObs, obsProcess, password } from './obs-process.js';

const runFeatures = async (): Promise<number> => {
  const engine = await obsProcess(obsContent);
  const named = { OBS_PORT: String(engine.port), OBS_PASSWORD: password, OBS_MEDIA: engine.mediaFolder };
  const env = { ...process.env, ...named, NODE_OPTIONS: '--import tsx' };
  const chosen = process.argv.slice(2);
  const args = ['--profile', 'obs', ...(chosen.length === 0 ? ['features/outputs'] : chosen)];
  const [code] = (await once(spawn('cucumber-js', args, { stdio: 'inherit', env }), 'exit')) as [number | null];
  await engine.stop();
  return code ?? 1;
};

// 77 is the code of what was skipped.
process.exitCode = missingObs() === undefined ? await runFeatures() : 77;
