// Waiting for a line of a container: when it is there, and what the error shows when it isn't.
import { getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';
import { afterEach, expect, it } from 'vitest';
import { ContainerMachine, removeContainer } from '../../features/support/containers/machine.js';
import { printed } from '../../features/support/containers/printed-line.js';

let started: StartedTestContainer | undefined;

afterEach(async () => {
  if (started !== undefined) await removeContainer(started);
  started = undefined;
});

const running = (script: string) =>
  new ContainerMachine('studio-control-caller:latest')
    .withEnvironment({ STUDIO_KEY: 'geheim-1', GREETING: 'hello' })
    .withEntrypoint(['node', '-e', script])
    .withWaitStrategy(printed(/^ready at \d+$/m));

it('resolves once the line is printed, after other lines and on either output', async () => {
  started = await running(`
    console.log('not ready');
    setTimeout(() => console.error('ready at 5'), 300);
    setInterval(() => {}, 1000);
  `).start();
});

it('rejects at once with exit code and log when the container ends, without its secrets', async () => {
  const failing = running(`
    console.log('key ' + process.env.STUDIO_KEY + ', ' + process.env.GREETING);
    console.error('no port');
    process.exit(3);
  `).start();
  const error = await failing.then(
    () => '',
    (reason: unknown) => String(reason),
  );
  expect(error).toContain('ended with code 3; expected a line as /^ready at \\d+$/m. Its log:\n');
  expect(error).toContain('key ***, hello\n');
  expect(error).toContain('no port\n');
});

it('rejects with the log when the line is not printed in time', async () => {
  const silent = running(`console.log('starting'); setInterval(() => {}, 1000);`);
  silent.withStartupTimeout(1_500);
  await expect(silent.start()).rejects.toThrow(
    'did not print a line within 1500 ms; expected a line as /^ready at \\d+$/m. Its log:\nstarting\n',
  );
});

it('waits for the line again after a restart', async () => {
  started = await running(`
    setTimeout(() => console.log('ready at ' + Date.now()), 300);
    setInterval(() => {}, 1000);
  `).start();
  await started.restart();
  const { container } = await getContainerRuntimeClient();
  const log = await container.getById(started.getId()).logs({ stdout: true, follow: false });
  expect(log.toString().match(/ready at/g)).toHaveLength(2);
});
