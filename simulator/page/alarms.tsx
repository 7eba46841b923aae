// The open alarms of the service.
import type { ReactElement } from 'react';
import { Card, Empty } from '../../adapters/web/console/ui/card.js';
import type { ServiceRecord } from '../api/service-records.js';

/** Renders the alarms. */
export const Alarms = ({ alarms }: Pick<ServiceRecord, 'alarms'>): ReactElement => (
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
