// Binds what keeps a repetition from being sent: the ledger of actions.
import { ContainerModule } from 'inversify';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import { ledgerFile } from '../../adapters/storage/ledger-file.js';
import { openLedger } from '../../application/ledger/ledger.js';
import { ids } from './identifiers.js';

export const ledgerModule = new ContainerModule(({ bind }) => {
  const { clock, log, ledger } = ids;
  bind(ids.ledgerFile).toResolvedValue(
    (folder, { layout }, log) => ledgerFile({ folder, studioId: layout.id, log }),
    [ids.folder, ids.currentLayout, log],
  );
  bind(ledger).toResolvedValue(
    (file, clock, machine, log) => openLedger({ file, clock, machine, log, digestOf: hashSecret }),
    [ids.ledgerFile, clock, ids.machineClock, log],
  );
  bind(ids.journaling).toResolvedValue(
    (ledger, asRun, asRunFiles) => ({ ...ledger, asRun, asRunFiles }),
    [ledger, ids.asRun, ids.asRunFiles],
  );
});
