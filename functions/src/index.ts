/** Every function of the project. Names are what the hosting rewrites and the back office call. */
export {
  onDemoEmbedWritten,
  onDemoWritten,
  onPageWritten,
  onSectionWritten,
  onSettingWritten,
} from './webhook/content-written.ts';
