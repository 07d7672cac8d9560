import { latLng, pathOf, RulesError } from '../values.ts';
import type { LibraryTable } from './signature.ts';
import { takes } from './signature.ts';

const EARTH_RADIUS_METERS = 6_371_008.8;

/** Methods of points on the globe. */
export const LAT_LNG_METHODS: LibraryTable = {
  distance: takes(['latlng', 'latlng'], ([from, to]) => {
    const radians = Math.PI / 180;
    const byLatitude = Math.sin(((to.latitude - from.latitude) * radians) / 2) ** 2;
    const byLongitude = Math.sin(((to.longitude - from.longitude) * radians) / 2) ** 2;
    const chord = byLatitude + Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * byLongitude;
    return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
  }),
  latitude: takes(['latlng'], ([self]) => self.latitude),
  longitude: takes(['latlng'], ([self]) => self.longitude),
};

/** The namespace `latlng`. */
export const LAT_LNG_FUNCTIONS: LibraryTable = {
  value: takes(['number', 'number'], ([latitude, longitude]) => {
    const point = latLng(Number(latitude), Number(longitude));
    const isOnGlobe = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180;
    return isOnGlobe ? point : new RulesError('latlng.value: there is no such place');
  }),
};

/** Methods of paths: `bind` replaces the `$(name)` placeholders of a path literal. */
export const PATH_METHODS: LibraryTable = {
  bind: takes(['template', 'map'], ([self, values]) => {
    const segments: string[] = [];
    for (const segment of self.segments) {
      const value = typeof segment === 'string' ? segment : values.get(segment.placeholder);
      if (typeof value !== 'string') return new RulesError('bind: every place in the path needs a string');
      if (!isSegment(value)) return new RulesError(`bind: "${value}" is not a single path segment`);
      segments.push(value);
    }
    return pathOf(segments, values);
  }),
};

/** Whether a text can be one segment of a path. */
export const isSegment = (text: string): boolean => text !== '' && !text.includes('/');
