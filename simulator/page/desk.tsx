// The desk beside the studio: one view at a time of the traffic, of a panel, and of what the service has.
import type { ReactElement, ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Empty } from '../../adapters/web/console/ui/card.js';
import { Notice } from '../../adapters/web/console/ui/notice.js';
import type { ServiceRecord } from '../api/service-records.js';
import { FactList } from './fact-list.js';
import { Automations, Macros } from './sequences.js';
import { ScreenFrame } from './screen-frame.js';
import type { ShownStudio } from './shown-studio.js';
import { Traffic } from './traffic.js';

const Variables = ({ variables }: Pick<ServiceRecord, 'variables'>): ReactElement => (
  <>
    {variables.length === 0 && <Empty>No variables.</Empty>}
    <FactList
      facts={variables.map(({ id, name, value }) => ({
        id,
        name,
        value: value === null ? 'unset' : String(value),
      }))}
    />
  </>
);

const Alarms = ({ alarms }: Pick<ServiceRecord, 'alarms'>): ReactElement => (
  <>
    {alarms.length === 0 && <Empty>No alarms.</Empty>}
    <FactList facts={alarms.map(({ id, kind, message }) => ({ id, name: message, value: kind }))} />
  </>
);

interface ViewProps {
  readonly studio: ShownStudio;
}

/** Returns the view of something that the service has. */
const ofService = (view: (service: ServiceRecord) => ReactNode) =>
  function ServiceView({ studio: { service } }: ViewProps): ReactElement {
    return service === null ? (
      <Notice kind="info">The service is stopped or runs in another process.</Notice>
    ) : (
      <div className="desk-scroll">{view(service)}</div>
    );
  };

const views: Readonly<Record<string, (props: ViewProps) => ReactElement>> = {
  Traffic,
  Panel: ScreenFrame,
  Macros: ofService(({ macros }) => <Macros macros={macros} />),
  Automations: ofService(({ automations, triggers }) => <Automations automations={automations} triggers={triggers} />),
  Variables: ofService(({ variables }) => <Variables variables={variables} />),
  Alarms: ofService(({ alarms }) => <Alarms alarms={alarms} />),
};

const AlarmCount = ({ studio: { service } }: ViewProps): ReactElement => (
  <span className="count">{service === null || service.alarms.length === 0 ? '' : service.alarms.length}</span>
);

/** Renders the desk. A view that isn't chosen doesn't exist: a panel that nobody sees calls nothing. */
export const Desk = ({ studio }: ViewProps): ReactElement => (
  <Tabs className="card desk">
    <TabList className="tabs" aria-label="Desk">
      {Object.keys(views).map((name) => (
        <Tab key={name} id={name} className="tab">
          {name}
          {name === 'Alarms' && <AlarmCount studio={studio} />}
        </Tab>
      ))}
    </TabList>
    {Object.entries(views).map(([name, View]) => (
      <TabPanel key={name} id={name} className="desk-view">
        <View studio={studio} />
      </TabPanel>
    ))}
  </Tabs>
);
