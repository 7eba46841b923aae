// The page of the simulated studio: a control room for people who build panels.
import { useEffect, type ReactElement } from 'react';
import { Notice } from '../../adapters/web/console/ui/notice.js';
import { Banks } from './banks.js';
import { Cameras } from './cameras.js';
import { Header } from './header.js';
import { Monitors } from './monitors.js';
import { Panel, usePanel } from './panel.js';
import { Automations, Macros } from './sequences.js';
import type { ShownStudio } from './shown-studio.js';
import { Signals } from './signals.js';
import { Stations } from './stations.js';
import { SteeringProvider, useSteering } from './steering.js';
import { Traffic } from './traffic.js';
import { useStudio } from './use-studio.js';
import { Card, Empty } from '../../adapters/web/console/ui/card.js';
import type { ServiceRecord } from '../api/service-records.js';
import type { Variable } from '../../domain/studio/variable.js';
import { FactList } from './fact-list.js';

/** Renders the variables. */
const Variables = ({ variables }: { readonly variables: readonly Variable[] }): ReactElement => (
  <Card title="Variables">
    {variables.length === 0 && <Empty>No variables.</Empty>}
    <FactList
      facts={variables.map(({ id, name, value }) => ({
        id,
        name,
        value: value === null ? 'unset' : String(value),
      }))}
    />
  </Card>
);

/** Renders the alarms. */
const Alarms = ({ alarms }: Pick<ServiceRecord, 'alarms'>): ReactElement => (
  <Card title="Alarms">
    {alarms.length === 0 && <Empty>No alarms.</Empty>}
    <ul className="facts">
      {alarms.map(({ id, kind, message }) => (
        <li key={id}>
          <span className="fact-name">
            <strong>{message}</strong>
          </span>
          <code>{kind}</code>
        </li>
      ))}
    </ul>
  </Card>
);

const ServiceParts = ({ service, layout }: ShownStudio): ReactElement =>
  service === null ? (
    <Notice kind="info">
      The service is stopped or runs in another process. Its macros, automations, variables, alarms and calls are not
      shown here, and the virtual panel can’t call it.
    </Notice>
  ) : (
    <div className="room-columns">
      <Macros macros={service.macros} />
      <Automations automations={service.automations} triggers={service.triggers} />
      <Variables variables={service.variables} />
      <Alarms alarms={service.alarms} />
      <Stations layout={layout} service={service} />
    </div>
  );

const Room = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  // The panel keeps its token and its answers while the service is stopped.
  const panel = usePanel();
  return (
    <main className="room">
      <div className="stack">
        <Monitors studio={studio} />
        <Signals studio={studio} />
        <Cameras studio={studio} />
        <ServiceParts {...studio} />
      </div>
      <div className="stack">
        <Banks studio={studio} />
        <Traffic studio={studio} />
      </div>
      {studio.service && (
        <div className="stack room-wide">
          <Panel studio={studio} service={studio.service} panel={panel} />
        </div>
      )}
    </main>
  );
};

/** Renders the page. */
export const App = (): ReactElement => {
  const { studio, isLive } = useStudio();
  const { steer, failure } = useSteering();
  const name = studio?.studio;
  useEffect(() => {
    if (name !== undefined) document.title = `${name}, simulated`;
  }, [name]);
  if (studio === undefined) return <p className="waiting">Connecting …</p>;
  return (
    <SteeringProvider value={steer}>
      <Header studio={studio} isLive={isLive} />
      {failure !== '' && (
        <div className="room-failure">
          <Notice kind="bad">{failure}</Notice>
        </div>
      )}
      <Room studio={studio} />
    </SteeringProvider>
  );
};
