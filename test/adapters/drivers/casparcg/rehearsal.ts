// Runs the tests for real CasparCG servers on a simulated server in a process of its own. This checks the tests'
// own setup, not the behaviour of real servers.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';

const clips = 'opener:60,news/headlines:90,weather:60,closer:60,music/bed loud:180,jingle:3';

const file = new URL('./server-process.ts', import.meta.url).pathname;
const server = fork(file, ['0', clips], { execArgv: ['--import', 'tsx'] });
const [{ port }] = (await once(server, 'message')) as [{ port: number }];

const environment = {
  CASPARCG_REHEARSED: 'yes',
  CASPARCG_HOST: '127.0.0.1',
  CASPARCG_PORT: String(port),
  CASPARCG_CLIPS: clips,
};
const run = spawn('npm', ['run', 'features:over', '--', 'casparcg'], {
  stdio: 'inherit',
  env: { ...process.env, ...environment },
});
const [code] = (await once(run, 'exit')) as [number | null];
server.disconnect();
process.exitCode = code ?? 1;
