# The app registers its links at each start; the builder's own uninstaller knows nothing of them.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 HKCU "Software\Classes\pinfold\shell\open\command" ""
    # The command begins with the program between quotation marks. Links to another installation stay.
    StrCpy $R1 '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    StrLen $R2 $R1
    StrCpy $R0 $R0 $R2
    ${if} $R0 == $R1
      DeleteRegKey HKCU "Software\Classes\pinfold"
    ${endIf}
  ${endIf}
!macroend
