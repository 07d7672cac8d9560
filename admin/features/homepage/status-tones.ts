import type { SectionStatus } from '@frontage/model/section';
import type { Tone } from '../../ui/badge.tsx';

export const statusTones: Record<SectionStatus, Tone> = { Hidden: 'quiet', Draft: 'waiting', Published: 'good' };
