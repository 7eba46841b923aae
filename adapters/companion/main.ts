// The entry point that Companion starts.
import { runEntrypoint } from '@companion-module/base';
import { StudioControlInstance } from './instance.js';

runEntrypoint(StudioControlInstance, []);
