// Files of tests that take more than two seconds of processor time. They run in the build, and not with `npm test`;
// `npx vitest run FILE` runs them too.

/** They share a process, and the modules that it has loaded. */
export const heavyTests = [
  'test/application/events.model.test.ts',
  'test/audit/syslog.test.ts',
  'test/cloud/{hostile,outages,sync.model}.test.ts',
  'test/console/{operators,provider-sign-in,sign-in}.test.ts',
  'test/drivers/{broken-faces,timers}.test.ts',
  'test/drivers/{emberplus,http,mqtt,obs,osc,tcp,udp,vmix}/contract.test.ts',
  'test/drivers/{discovery/probes,http/questions,obs/awaited,obs/readings,panasonic/camera,text/players}.test.ts',
  'test/drivers/{tsl/stalled,vmix/activators}.test.ts',
  'test/fuzz/inputs/targets.test.ts',
  'test/http/{actions,client-errors,connections,tls}.test.ts',
  'test/infra/{discovered-studio,image-origin,listening,reload-random}.test.ts',
  'test/mdns/hostile.test.ts',
  'test/openapi/{compare-documents,lint}.test.ts',
  'test/playout/casparcg/{by-osc,contract,cue-check,driver,frame-rates,half-open}.test.ts',
  'test/simulation/invariants/invariants.test.ts',
  'test/simulator/session/{recorded-secrets,replay}.test.ts',
  'test/storage/{configuration-file,console-backup,journal-file,kill,sqlite-store}.test.ts',
];

/** They change what belongs to the process. */
export const heavyOwnProcess = ['test/infra/studio-file.test.ts', 'test/simulator/session/changed-access.test.ts'];
